"""Packs and unpacks LZO1X streams with liblzo2: reads one line of JSON per job from stdin, and prints one line per answer.

  {"pack": base64, "with": "lzo1x_1" | "lzo1x_1_15" | "lzo1x_999"}   {"bytes": base64}
  {"unpack": base64, "size": n}                                      {"bytes": base64, "code": 0 if all went well}

The first line out is {"version": ...} of the library. MARQUETRY_LZO names it outright.
"""
import base64
import ctypes
import ctypes.util
import json
import os
import sys

path = os.environ.get('MARQUETRY_LZO') or ctypes.util.find_library('lzo2') or 'liblzo2.so.2'
try:
    lzo = ctypes.CDLL(path)
except OSError as error:
    sys.exit('no liblzo2: %s' % error)
lzo.lzo_version_string.restype = ctypes.c_char_p
work = ctypes.create_string_buffer(1 << 20)


def call(name, source, room):
    target = ctypes.create_string_buffer(max(room, 1))
    length = ctypes.c_size_t(room)
    code = getattr(lzo, name)(source, ctypes.c_size_t(len(source)), target, ctypes.byref(length), work)
    return {'bytes': base64.b64encode(target.raw[: length.value]).decode(), 'code': code}


print(json.dumps({'version': lzo.lzo_version_string().decode()}))
for line in sys.stdin:
    job = json.loads(line)
    if 'pack' in job:
        raw = base64.b64decode(job['pack'])
        answer = call(job['with'] + '_compress', raw, len(raw) + len(raw) // 16 + 67)
    else:
        answer = call('lzo1x_decompress_safe', base64.b64decode(job['unpack']), job['size'])
    print(json.dumps(answer))
