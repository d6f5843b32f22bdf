# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What neel bench measured: tables, curves, and what was published of the same systems."""
