"""Reads and writes encrypted files with pyarrow.

  read MANIFEST    prints `# PATH`, a line per row or `! ERROR` for each file of the manifest
  write MANIFEST   writes the files; prints `# PATH`, and `! ERROR` for files that cannot be written

encrypted-manifest.ts describes the manifest. Columns have keys of their own only by way of key material, so the keys are "wrapped" as base64.
"""
import base64
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe


class Base64Kms(pe.KmsClient):
    def __init__(self):
        pe.KmsClient.__init__(self)

    def wrap_key(self, key_bytes, master_key_identifier):
        return base64.b64encode(key_bytes)

    def unwrap_key(self, wrapped_key, master_key_identifier):
        return base64.b64decode(wrapped_key)


def read(path, footer_key, prefix, columns):
    if columns:
        if prefix:
            raise ValueError('no AAD prefix with keys of columns')
        factory = pe.CryptoFactory(lambda config: Base64Kms())
        properties = factory.file_decryption_properties(pe.KmsConnectionConfig())
    else:
        properties = pe.create_decryption_properties(footer_key, aad_prefix=prefix.encode() or None)
    file = pq.ParquetFile(path, decryption_properties=properties, page_checksum_verification=True)
    for row in file.read().to_pylist():
        name = 'null' if row['name'] is None else row['name']
        print('%d|%s|[%s]|%r' % (row['id'], name, ', '.join(map(str, row['n'])), row['x']))


def write(path, footer_key, prefix, stores, columns, others, footer, algorithm, version, codec):
    n = 300
    field = pa.field('n', pa.list_(pa.field('element', pa.int32(), nullable=False)), nullable=False)
    schema = pa.schema([pa.field('id', pa.int64(), nullable=False), pa.field('name', pa.string()), field,
                        pa.field('x', pa.float64(), nullable=False)])
    table = pa.table([
        pa.array(range(n), pa.int64()),
        pa.array([None if i % 3 == 0 else 'name %d' % (i % 50) for i in range(n)]),
        pa.array([[i, i + 1] if i % 4 else [] for i in range(n)], field.type),
        pa.array([i + 0.5 for i in range(n)]),
    ], schema=schema)
    plaintext = footer == 'plaintext'
    if columns:
        if prefix:
            raise ValueError('no AAD prefix with keys of columns')
        if others == 'footer':
            raise ValueError('columns have keys of their own, or the footer key, not both')
        config = pe.EncryptionConfiguration('footer', column_keys={'column': [name for name, _ in columns]},
                                            encryption_algorithm=algorithm, plaintext_footer=plaintext,
                                            double_wrapping=False, data_key_length_bits=8 * len(footer_key))
        factory = pe.CryptoFactory(lambda config: Base64Kms())
        properties = factory.file_encryption_properties(pe.KmsConnectionConfig(), config)
    else:
        properties = pe.create_encryption_properties(footer_key, aad_prefix=prefix.encode() or None,
                                                     store_aad_prefix=stores != 'supplied',
                                                     encryption_algorithm=algorithm, plaintext_footer=plaintext)
    pq.write_table(table, path, encryption_properties=properties, data_page_version=version + '.0',
                   compression='NONE' if codec == 'UNCOMPRESSED' else codec, row_group_size=120, data_page_size=200,
                   write_batch_size=25, write_page_index=True, write_page_checksum=True)


with open(sys.argv[2]) as manifest:
    for line in manifest:
        path, footer_key, prefix, stores, columns, *rest = line.rstrip('\n').split('\t')
        columns = [column.split('=') for column in columns.split(';') if column]
        print('#', path)
        try:
            if sys.argv[1] == 'read':
                read(path, bytes.fromhex(footer_key), prefix, columns)
            else:
                write(path, bytes.fromhex(footer_key), prefix, stores, columns, *rest)
        except Exception as error:
            print('!', str(error).replace('\n', ' '))
