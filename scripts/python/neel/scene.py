# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Configurations in three dimensions, by VTK."""
import colorsys

import numpy
import vtk
from vtk.util.numpy_support import numpy_to_vtk, vtk_to_numpy

from .errors import FileError


def go_to(reader, path, step):
    """Of a file with time steps: goes to that one, counted from 0, or from the end if below 0."""
    steps = max(1, reader.GetNumberOfSteps())
    if not -steps <= step < steps:
        raise FileError(f"{path} has no snapshot of number {step}: there {'are' if steps > 1 else 'is'} {steps}, counted from 0")
    if steps > 1:
        reader.SetStep(step % steps)


def read(path, step=-1):
    """Positions (site, 3), arrays by name, and the lattice's lengths."""
    vtk.vtkObject.GlobalWarningDisplayOff()
    reader = vtk.vtkHDFReader()
    if not reader.CanReadFile(str(path)):
        raise FileError(f"{path} is not a configuration (NAME.vtkhdf)")
    reader.SetFileName(str(path))
    reader.UpdateInformation()
    go_to(reader, path, step)
    reader.Update()
    image = reader.GetOutput()
    points = image.GetPointData()
    arrays = {points.GetArrayName(k): vtk_to_numpy(points.GetArray(k)) for k in range(points.GetNumberOfArrays())}
    if not arrays:
        raise FileError(f"{path} holds no configuration")
    if image.IsA("vtkUnstructuredGrid"):  # a crystal
        where = vtk_to_numpy(image.GetPoints().GetData()).astype(float)
        return where, arrays, where.max(0) - where.min(0) + 1
    step = numpy.indices(image.GetDimensions()[::-1]).reshape(3, -1)[::-1].T * image.GetSpacing()
    matrix = image.GetDirectionMatrix()
    turned = numpy.array([[matrix.GetElement(i, j) for j in range(3)] for i in range(3)])
    where = step @ turned.T + image.GetOrigin()
    return where, arrays, where.max(0) - where.min(0) + 1


def chosen(where, arrays, labels, options):
    """Which sites are shown."""
    keep = numpy.ones(len(where), bool)
    if options.slab:
        axis, first, last = options.slab
        along = where[:, "xyz".index(axis)]
        keep &= (along >= first) & (along <= last)
    if options.ion is not None:
        if labels is None:
            raise FileError(f"{options.file} has no ions")
        keep &= arrays[labels] == options.ion
    if not keep.any():
        raise FileError(f"{options.file}: no site is in that slab, or of that ion")
    return keep


def colours_of(where, vectors, ions, options):
    """A number per site, what it is, its range."""
    staggered = 1 - 2 * (where.sum(1) % 2)
    if options.colour in ("sublattice", "staggered") and not numpy.isin(staggered, (-1, 1)).all():
        raise FileError(f"{options.file}: a crystal has no even and odd sites; take another colour")
    if options.colour == "ion":
        if ions is None:
            raise FileError(f"{options.file} has no ions")
        return ions, "ion", (0, max(1, int(ions.max())))
    if options.colour == "sublattice":
        return staggered, "sublattice", (-1, 1)
    if options.colour == "staggered":
        return staggered * vectors[:, 2], "staggered z", (-1, 1)
    if options.colour == "angle":
        return numpy.degrees(numpy.arctan2(vectors[:, 1], vectors[:, 0])), "angle", (-180, 180)
    return vectors[:, "xyz".index(options.colour)], f"{options.colour} component", (-1, 1)


def table(cyclic):
    """From blue over white to red; around the circle for angles."""
    colours = vtk.vtkLookupTable()
    colours.SetNumberOfTableValues(256)
    for k in range(256):
        u = k / 255
        if cyclic:
            rgb = colorsys.hsv_to_rgb(u, 0.85, 0.95)
        else:
            blue, white, red = numpy.array([0.23, 0.30, 0.75]), numpy.array([0.87, 0.87, 0.87]), numpy.array([0.71, 0.02, 0.15])
            rgb = blue + (white - blue) * 2 * u if u < 0.5 else white + (red - white) * (2 * u - 1)
        colours.SetTableValue(k, *rgb, 1)
    return colours


def points_with(where, colour, vectors=None):
    data, points = vtk.vtkPolyData(), vtk.vtkPoints()
    points.SetData(numpy_to_vtk(numpy.ascontiguousarray(where), deep=True))
    data.SetPoints(points)
    data.GetPointData().SetScalars(numpy_to_vtk(numpy.ascontiguousarray(colour, float), deep=True))
    if vectors is not None:
        data.GetPointData().SetVectors(numpy_to_vtk(numpy.ascontiguousarray(vectors, float), deep=True))
    return data


def glyphs(data, shape, limits, cyclic, oriented):
    mapper = vtk.vtkGlyph3DMapper()
    mapper.SetInputData(data)
    mapper.SetSourceConnection(shape.GetOutputPort())
    mapper.SetScaleModeToNoDataScaling()
    mapper.SetOrient(oriented)
    if oriented:
        mapper.SetOrientationArray(vtk.vtkDataSetAttributes.VECTORS)
    mapper.SetLookupTable(table(cyclic))
    mapper.SetScalarRange(*limits)
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    return actor, mapper


def arrow():
    """Centred on its site, 0.9 lattice constants long."""
    source, centred = vtk.vtkArrowSource(), vtk.vtkTransformPolyDataFilter()
    source.SetTipResolution(12)
    source.SetShaftResolution(8)
    source.SetTipRadius(0.2)
    source.SetShaftRadius(0.07)
    move = vtk.vtkTransform()
    move.Scale(0.9, 0.9, 0.9)
    move.Translate(-0.5, 0, 0)
    centred.SetTransform(move)
    centred.SetInputConnection(source.GetOutputPort())
    return centred


def scene(options):
    where, arrays, lengths = read(options.file, options.step)
    name = next((n for n, a in arrays.items() if a.ndim == 2 and not n.startswith("overlap")), None)
    labels = "species" if "species" in arrays else None
    keep = chosen(where, arrays, labels, options)
    where = where[keep]
    if name:
        vectors = numpy.zeros((len(where), 3))
        vectors[:, :arrays[name].shape[1]] = arrays[name][keep][:, :3]
        colour, what, limits = colours_of(where, vectors, None if labels is None else arrays[labels][keep], options)
        spin = numpy.linalg.norm(vectors, axis=1) > 0  # a vacancy has none
        actor, mapper = glyphs(points_with(where[spin], colour[spin], vectors[spin]), arrow(), limits, options.colour == "angle", True)
    else:
        name = next(n for n in arrays if n != labels and not n.startswith(("energy", "overlap")))
        colour, what = arrays[name][keep].astype(float), name
        most = max(abs(arrays[name]).max(), 1e-30)
        limits = (0, 1) if arrays[name].dtype == numpy.uint8 else (-most, most)
        cube = vtk.vtkCubeSource()
        actor, mapper = glyphs(points_with(where, colour), cube, limits, False, False)
        actor.GetProperty().SetAmbient(0.6)  # the same colour on all sides, about
        actor.GetProperty().SetDiffuse(0.4)
    return actor, mapper, what, lengths


def render(options):
    actor, mapper, what, lengths = scene(options)
    renderer, legend, window = vtk.vtkRenderer(), vtk.vtkRenderer(), vtk.vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetSize(*options.pixels)
    window.SetMultiSamples(8)
    edge = 1 - min(0.3, 200 / options.pixels[0])  # beside the picture, what its colours mean
    for one, (left, right) in ((renderer, (0, edge)), (legend, (edge, 1))):
        one.SetViewport(left, 0, right, 1)
        one.SetBackground(1, 1, 1)
        window.AddRenderer(one)
    renderer.AddActor(actor)
    bar = vtk.vtkScalarBarActor()
    bar.SetLookupTable(mapper.GetLookupTable())
    mapper.GetLookupTable().SetTableRange(mapper.GetScalarRange())
    bar.SetTitle(what)
    bar.SetNumberOfLabels(5)
    bar.SetLabelFormat("%.3g")
    bar.SetPosition(0.1, 0.1)
    bar.SetWidth(0.6)
    bar.SetHeight(0.8)
    bar.SetMaximumWidthInPixels(90)
    bar.UnconstrainedFontSizeOn()
    for text, size in ((bar.GetTitleTextProperty(), 20), (bar.GetLabelTextProperty(), 18)):
        text.SetColor(0, 0, 0)
        text.SetFontSize(size)
        text.ShadowOff()
        text.ItalicOff()
    legend.AddActor2D(bar)
    camera = renderer.GetActiveCamera()
    if min(lengths) == 1 or options.slab and options.slab[1] == options.slab[2]:  # a plane: from above
        normal = int(numpy.argmin(lengths)) if min(lengths) == 1 else "xyz".index(options.slab[0])
        camera.SetPosition(*numpy.eye(3)[normal])
        camera.SetViewUp(*numpy.eye(3)[(normal + 2) % 3 if normal != 2 else 1])
        camera.ParallelProjectionOn()
    else:
        camera.SetPosition(1.6, -2.4, 1.3)
        camera.SetViewUp(0, 0, 1)
    renderer.ResetCamera()
    camera.Zoom(1.25 if camera.GetParallelProjection() else 1.1)
    window.Render()
    picture, writer = vtk.vtkWindowToImageFilter(), vtk.vtkPNGWriter()
    picture.SetInput(window)
    picture.ReadFrontBufferOff()
    picture.Update()
    out = options.out or options.file.with_suffix(".picture.png")
    writer.SetFileName(str(out))
    writer.SetInputConnection(picture.GetOutputPort())
    writer.Write()
    if writer.GetErrorCode() != 0:
        raise FileError(f"cannot write {out}")
    print(f"wrote {out}")
