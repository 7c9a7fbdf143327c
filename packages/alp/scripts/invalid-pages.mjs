// Invalid pages. Each one is the page of the worked example in AlpEncoding.md with one error.

/** The parts of the page of the worked example in AlpEncoding.md, in hexadecimal. */
const header = '00000a04000000';
const offset = '04000000';
const info = '04030100';
const frame = '070d0000000000000f';
const packed = '91adc85628150000';
const exceptions = '0100000000000000f87f';
const short = `${frame}${packed}${exceptions}`;

export const invalidPages = [
  ['a compression mode other than 0', `01${header.slice(2)}${offset}${info}${short}`, 'UNSUPPORTED', 0],
  ['an integer encoding other than 0', `0001${header.slice(4)}${offset}${info}${short}`, 'UNSUPPORTED', 1],
  ['vectors of 2^2 values', `000002${header.slice(6)}${offset}${info}${short}`, 'CORRUPT', 2],
  ['vectors of 2^16 values', `000010${header.slice(6)}${offset}${info}${short}`, 'CORRUPT', 2],
  ['a header that counts five values in a page of four', `00000a05000000${offset}${info}${short}`, 'CORRUPT', 3],
  ['a header that counts -1 values', `00000affffffff${offset}${info}${short}`, 'CORRUPT', 3],
  ['a truncated header', header.slice(0, 8), 'TRUNCATED', 4],
  ['a truncated offset', `${header}0400`, 'TRUNCATED', 9],
  ['a first vector that starts inside the offsets', `${header}03000000${info}${short}`, 'CORRUPT', 7],
  ['a gap between the offsets and the first vector', `${header}05000000${info}${short}00`, 'CORRUPT', 7],
  ['a truncated vector header', `${header}${offset}${info}${frame.slice(0, 8)}`, 'TRUNCATED', 19],
  ['an exponent of 19', `${header}${offset}13030100${short}`, 'CORRUPT', 11],
  ['a factor that is larger than the exponent', `${header}${offset}04050100${short}`, 'CORRUPT', 11],
  ['five exceptions in a vector of four values', `${header}${offset}04030500${short}`, 'CORRUPT', 13],
  ['65-bit packed integers', `${header}${offset}${info}070d00000000000041${packed}${exceptions}`, 'CORRUPT', 23],
  ['truncated packed integers', `${header}${offset}${info}${frame}${packed.slice(0, 8)}`, 'TRUNCATED', 28],
  ['truncated exceptions', `${header}${offset}${info}${short.slice(0, -2)}`, 'TRUNCATED', 41],
  [
    'an exception whose position is after the last value',
    `${header}${offset}${info}${frame}${packed}0400${exceptions.slice(4)}`,
    'CORRUPT',
    32,
  ],
].map(([name, page, code, at]) => ({ name, type: 'DOUBLE', valueCount: 4, page, fault: { code, offset: at } }));
