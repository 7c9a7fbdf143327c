// Data pages (v2, uncompressed) that arrow-rs (crate parquet 60.1.0) wrote from the values listed here.
const why = 'arrow-rs (crate parquet 60.1.0) wrote this page from the listed values';

export const pagesOfOthers = [
  {
    name: 'DOUBLE page by arrow-rs: decimals, a signaling NaN, 1e300, a negative zero',
    why,
    type: 'DOUBLE',
    fields: [
      ['00000a0b000000', 'header: 11 values in vectors of 2^10 values'],
      ['04000000', 'offset of vector 0 = 4'],
      ['100e0300', 'exponent = 16, factor = 14, exceptions = 3'],
      ['29eeffffffffffff', 'frame of reference, i64 = -4567'],
      ['0e', 'bit width = 14'],
      [
        'a95669946aa55aa996397e8eb352a9d675040000',
        'integers minus the reference, 14 bits each: 5801, 4517, 5801, 5801, 5801, 14566, 14567, 5292, 5801, 4567, 0',
      ],
      ['020003000400', 'positions of the exceptions'],
      ['341200000000f47f9c7500883ce4377e0000000000000080', 'exceptions, unchanged'],
    ],
    values: [
      '4028ae147ae147ae',
      'bfe0000000000000',
      '7ff4000000001234',
      '7e37e43c8800759c',
      '8000000000000000',
      '4058ff5c28f5c28f',
      '4059000000000000',
      '401d000000000000',
      '4028ae147ae147ae',
      '0000000000000000',
      'c046d5c28f5c28f6',
    ],
  },
  {
    name: 'FLOAT page by arrow-rs: decimals, a NaN, an infinity, the smallest subnormal, a negative zero',
    why,
    type: 'FLOAT',
    fields: [
      ['00000a09000000', 'header: 9 values in vectors of 2^10 values'],
      ['04000000', 'offset of vector 0 = 4'],
      ['07050400', 'exponent = 7, factor = 5, exceptions = 4'],
      ['1fffffff', 'frame of reference, i32 = -225'],
      ['0b', 'bit width = 11'],
      [
        '77014083ee7297bbac83bb7701',
        'integers minus the reference, 11 bits each: 375, 0, 525, 375, 375, 375, 235, 1500, 375',
      ],
      ['0300040005000800', 'positions of the exceptions'],
      ['2143c5ff0000807f0100000000000080', 'exceptions, unchanged'],
    ],
    values: [
      '3fc00000',
      'c0100000',
      '40400000',
      'ffc54321',
      '7f800000',
      '00000001',
      '3dcccccd',
      '414c0000',
      '80000000',
    ],
  },
];
