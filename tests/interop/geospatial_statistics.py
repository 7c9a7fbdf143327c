"""Prints the geospatial statistics of the first column of every file of a folder, one line of JSON per file.

"stated" has those of the footer, read by pyarrow. "found" has the boxes that
shapely computes from the values, or null without shapely, which does not keep the dimensions of empty geometries.
"""
import json
import os
import sys

import pyarrow.parquet as pq

try:
    import shapely
except ImportError:
    shapely = None


def statistics(box, types):
    box = {name: value for name, value in box.items() if value is not None}
    return {**({'bbox': box} if box else {}), 'geospatialTypes': sorted(types)}


def stated(chunk):
    facts = chunk.geo_statistics.to_dict()
    types = facts.pop('geospatial_types')
    return statistics(facts, types)


def found(values):
    shapes = shapely.from_wkb([value for value in values if value is not None])
    box = {}
    for axis, name in enumerate('xyzm'):
        numbers = []
        for shape in shapes:
            dimensions = 'xy' + ('z' if shape.has_z else '') + ('m' if shape.has_m else '')
            if name not in dimensions:
                continue
            points = shapely.get_coordinates(shape, include_z=shape.has_z, include_m=shape.has_m)
            numbers += [n for n in points[:, dimensions.index(name)].tolist() if n == n]
        if numbers:
            box[name + 'min'], box[name + 'max'] = min(numbers), max(numbers)
    return box or None


for name in sorted(os.listdir(sys.argv[-1])):
    file = pq.ParquetFile(os.path.join(sys.argv[-1], name), arrow_extensions_enabled=False)
    groups = range(file.metadata.num_row_groups)
    print(json.dumps({
        'stated': [stated(file.metadata.row_group(g).column(0)) for g in groups],
        'found': shapely and [found(file.read_row_group(g).column(0).to_pylist()) for g in groups],
    }))
