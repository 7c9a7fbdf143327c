/**
 * Two examples, each with a schema, rows, and the resulting columns with all levels: one from the Dremel paper, and one
 * written by hand.
 */
import { defineSchema, type Schema } from '@marquetry/schema';

/** An entry of a column: a value, its repetition level and its definition level. */
export type Slot = readonly [value: unknown, repetition: number, definition: number];

export interface Example {
  readonly name: string;
  readonly schema: Schema;
  readonly rows: readonly object[];
  /** The rows after conversion to columns and back: missing fields are null or empty lists. */
  readonly assembled: readonly object[];
  readonly columns: Readonly<Record<string, readonly Slot[]>>;
}

/**
 * The example from the Dremel paper: figure 2, and the columns in figure 3 (Melnik et al., "Dremel: Interactive
 * Analysis of Web-Scale Datasets", VLDB 2010).
 */
export const document: Example = {
  name: 'Document',
  schema: defineSchema({
    DocId: 'INT64',
    Links: {
      optional: true,
      fields: { Backward: { type: 'INT64', repeated: true }, Forward: { type: 'INT64', repeated: true } },
    },
    Name: {
      repeated: true,
      fields: {
        Language: { repeated: true, fields: { Code: 'STRING', Country: { type: 'STRING', optional: true } } },
        Url: { type: 'STRING', optional: true },
      },
    },
  }),
  rows: [
    {
      DocId: 10n,
      Links: { Forward: [20n, 40n, 60n] },
      Name: [
        { Language: [{ Code: 'en-us', Country: 'us' }, { Code: 'en' }], Url: 'http://A' },
        { Url: 'http://B' },
        { Language: [{ Code: 'en-gb', Country: 'gb' }] },
      ],
    },
    { DocId: 20n, Links: { Backward: [10n, 30n], Forward: [80n] }, Name: [{ Url: 'http://C' }] },
  ],
  assembled: [
    {
      DocId: 10n,
      Links: { Backward: [], Forward: [20n, 40n, 60n] },
      Name: [
        {
          Language: [
            { Code: 'en-us', Country: 'us' },
            { Code: 'en', Country: null },
          ],
          Url: 'http://A',
        },
        { Language: [], Url: 'http://B' },
        { Language: [{ Code: 'en-gb', Country: 'gb' }], Url: null },
      ],
    },
    { DocId: 20n, Links: { Backward: [10n, 30n], Forward: [80n] }, Name: [{ Language: [], Url: 'http://C' }] },
  ],
  columns: {
    DocId: [
      [10n, 0, 0],
      [20n, 0, 0],
    ],
    'Links.Backward': [
      [null, 0, 1],
      [10n, 0, 2],
      [30n, 1, 2],
    ],
    'Links.Forward': [
      [20n, 0, 2],
      [40n, 1, 2],
      [60n, 1, 2],
      [80n, 0, 2],
    ],
    'Name.Language.Code': [
      ['en-us', 0, 2],
      ['en', 2, 2],
      [null, 1, 1],
      ['en-gb', 1, 2],
      [null, 0, 1],
    ],
    'Name.Language.Country': [
      ['us', 0, 3],
      [null, 2, 2],
      [null, 1, 1],
      ['gb', 1, 3],
      [null, 0, 1],
    ],
    'Name.Url': [
      ['http://A', 0, 2],
      ['http://B', 1, 2],
      [null, 1, 1],
      ['http://C', 0, 2],
    ],
  },
};

export const record: Example = {
  name: 'Record',
  schema: defineSchema({
    sid: 'STRING',
    appid: { type: 'INT64', repeated: true },
    tcp: {
      optional: true,
      fields: { mss: { type: 'INT64', optional: true }, flag: { type: 'INT64', optional: true } },
    },
    trans: {
      repeated: true,
      fields: { uri: { type: 'STRING', optional: true }, monitor_flag: { type: 'INT32', optional: true } },
    },
  }),
  rows: [
    {
      sid: '8509_1576752657',
      appid: [81n, 205n, 67n],
      tcp: { mss: 1750n, flag: 344n },
      trans: [{ uri: '/icon.jpg', monitor_flag: 1 }, { uri: '/myyhp_2.2-4.js' }],
    },
    { sid: '8510_1576752667', appid: [58n, 98n] },
    { sid: '8511_1576754667', appid: [198n], tcp: { flag: 256n } },
  ],
  assembled: [
    {
      sid: '8509_1576752657',
      appid: [81n, 205n, 67n],
      tcp: { mss: 1750n, flag: 344n },
      trans: [
        { uri: '/icon.jpg', monitor_flag: 1 },
        { uri: '/myyhp_2.2-4.js', monitor_flag: null },
      ],
    },
    { sid: '8510_1576752667', appid: [58n, 98n], tcp: null, trans: [] },
    { sid: '8511_1576754667', appid: [198n], tcp: { mss: null, flag: 256n }, trans: [] },
  ],
  columns: {
    sid: [
      ['8509_1576752657', 0, 0],
      ['8510_1576752667', 0, 0],
      ['8511_1576754667', 0, 0],
    ],
    appid: [
      [81n, 0, 1],
      [205n, 1, 1],
      [67n, 1, 1],
      [58n, 0, 1],
      [98n, 1, 1],
      [198n, 0, 1],
    ],
    'tcp.mss': [
      [1750n, 0, 2],
      [null, 0, 0],
      [null, 0, 1],
    ],
    'tcp.flag': [
      [344n, 0, 2],
      [null, 0, 0],
      [256n, 0, 2],
    ],
    'trans.uri': [
      ['/icon.jpg', 0, 2],
      ['/myyhp_2.2-4.js', 1, 2],
      [null, 0, 0],
      [null, 0, 0],
    ],
    'trans.monitor_flag': [
      [1, 0, 2],
      [null, 1, 1],
      [null, 0, 0],
      [null, 0, 0],
    ],
  },
};
