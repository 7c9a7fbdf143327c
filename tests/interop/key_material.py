"""Reads and writes encrypted files with the key tools of pyarrow (Arrow C++).

  write FOLDER    writes a file per combination of wrapping, storage and key length, and one whose master keys were rotated
  read FOLDER     prints a line of JSON per Parquet file: {"name", "rows"} or {"name", "error"}

key-material.test.ts has the same key management service: it masks a key with a hash of the master key and appends a check.
"""
import base64
import datetime
import hashlib
import hmac
import json
import os
import sys

import pyarrow as pa
import pyarrow.fs
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe


def hashed(master_key_identifier, message):
    return hmac.new(b'master ' + master_key_identifier.encode(), message, hashlib.sha256).digest()


class Kms(pe.KmsClient):
    def __init__(self):
        pe.KmsClient.__init__(self)

    def wrap_key(self, key_bytes, master_key_identifier):
        masked = bytes(a ^ b for a, b in zip(key_bytes, hashed(master_key_identifier, b'mask')))
        return base64.b64encode(masked + hashed(master_key_identifier, masked)[:8])

    def unwrap_key(self, wrapped_key, master_key_identifier):
        wrapped = base64.b64decode(wrapped_key)
        masked, check = wrapped[:-8], wrapped[-8:]
        if check != hashed(master_key_identifier, masked)[:8]:
            raise ValueError('wrapped with another master key')
        return bytes(a ^ b for a, b in zip(masked, hashed(master_key_identifier, b'mask')))


def write(folder):
    table = pa.table({'id': pa.array(range(100)), 'name': ['name %d' % (i % 9) for i in range(100)],
                      'x': [i / 2 for i in range(100)]})
    files = pa.fs.LocalFileSystem()
    factory = pe.CryptoFactory(lambda config: Kms())
    connection = pe.KmsConnectionConfig()
    kinds = [(bits, double, internal, False) for bits in (128, 192, 256) for double in (True, False)
             for internal in (True, False)]
    for bits, double, internal, rotated in kinds + [(128, True, False, True)]:
        name = '%d-%s-%s%s.parquet' % (bits, 'double' if double else 'single', 'internal' if internal else 'external',
                                       '-rotated' if rotated else '')
        place = folder
        if rotated:
            place = os.path.join(folder, 'rotated')
            os.mkdir(place)
        path = os.path.join(place, name)
        config = pe.EncryptionConfiguration('kf', column_keys={'kc1': ['name'], 'kc2': ['x']}, double_wrapping=double,
                                            internal_key_material=internal, data_key_length_bits=bits,
                                            cache_lifetime=datetime.timedelta(minutes=5))
        properties = factory.file_encryption_properties(connection, config, path, files)
        with pq.ParquetWriter(path, table.schema, encryption_properties=properties) as writer:
            writer.write_table(table)
        if rotated:
            factory.rotate_master_keys(connection, parquet_file_path=path, filesystem=files, double_wrapping=False)


def read(folder):
    factory = pe.CryptoFactory(lambda config: Kms())
    for name in sorted(os.listdir(folder)):
        if not name.endswith('.parquet'):
            continue
        path = os.path.join(folder, name)
        try:
            properties = factory.file_decryption_properties(pe.KmsConnectionConfig(), parquet_file_path=path,
                                                            filesystem=pa.fs.LocalFileSystem())
            rows = pq.ParquetFile(path, decryption_properties=properties).read().to_pylist()
            print(json.dumps({'name': name, 'rows': rows}))
        except Exception as error:
            print(json.dumps({'name': name, 'error': str(error)}))


{'read': read, 'write': write}[sys.argv[1]](sys.argv[2])
