// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What the server has: JSON, and parcels of arrays (src/view/parcel.hpp).

async function ask(path, options) {
  const answer = await fetch(path, { cache: "no-store", ...options });
  if (!answer.ok) {
    throw new Error((await answer.text()).trim());
  }
  return answer;
}

export async function json(path) {
  return (await ask(path)).json();
}

export async function act(command) {
  const headers = { "Content-Type": "application/json" };
  return (await ask("do", { method: "POST", headers, body: JSON.stringify(command) })).json();
}

const types = { u8: Uint8Array, u32: Uint32Array, u64: BigUint64Array, f32: Float32Array };

/// The head of a parcel, with `arrays` by name: {data, components}.
export async function parcel(path) {
  const buffer = await (await ask(path)).arrayBuffer();
  const length = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const arrays = {};
  for (const { name, type, sizes, at } of head.arrays) {
    const count = sizes.reduce((a, b) => a * b, 1);
    const data = new types[type](buffer.slice(4 + length + at, 4 + length + at + count * types[type].BYTES_PER_ELEMENT));
    arrays[name] = { data, sizes };
  }
  return { ...head, arrays };
}
