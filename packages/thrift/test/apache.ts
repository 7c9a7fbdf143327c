/** Reads and writes trees of Thrift values through Apache Thrift's implementation of the compact protocol. */

import { TBufferedTransport, TCompactProtocol, Thrift } from 'thrift';
import { WireType } from '../src/index.js';

type Scalar =
  | { type: 'bool'; value: boolean }
  | { type: 'i8' | 'i16' | 'i32'; value: number }
  | { type: 'i64'; value: bigint }
  | { type: 'double'; value: number }
  | { type: 'binary'; value: number[] };
type Container =
  | { type: 'list' | 'set'; elements: string; values: Value[] }
  | { type: 'map'; keys: string; elements: string; entries: [Value, Value][] };
export type Struct = { type: 'struct'; fields: { id: number; value: Value }[] };
export type Value = Scalar | Container | Struct;

const { Type } = Thrift;

/** The type ids of Apache Thrift, which differ from those in the compact protocol. */
export const apacheTypes: Record<string, number> = {
  bool: Type.BOOL,
  i8: Type.BYTE,
  i16: Type.I16,
  i32: Type.I32,
  i64: Type.I64,
  double: Type.DOUBLE,
  binary: Type.STRING,
  list: Type.LIST,
  set: Type.SET,
  map: Type.MAP,
  struct: Type.STRUCT,
};

export const wireTypes: Record<string, number> = {
  bool: WireType.TRUE,
  i8: WireType.I8,
  i16: WireType.I16,
  i32: WireType.I32,
  i64: WireType.I64,
  double: WireType.DOUBLE,
  binary: WireType.BINARY,
  list: WireType.LIST,
  set: WireType.SET,
  map: WireType.MAP,
  struct: WireType.STRUCT,
};

/** Returns the bytes that `write` writes through Apache's protocol. */
export function apacheBytes(write: (protocol: TCompactProtocol) => void): Uint8Array {
  let bytes: Uint8Array = new Uint8Array(0);
  const transport = new TBufferedTransport(undefined, ((message: Buffer) => {
    bytes = new Uint8Array(message);
  }) as never);
  const protocol = new TCompactProtocol(transport);
  write(protocol);
  protocol.flush();
  return bytes;
}

/** Creates Apache's protocol object for reading `bytes`. */
export function apacheProtocol(bytes: Uint8Array): TCompactProtocol {
  let protocol: TCompactProtocol | undefined;
  TBufferedTransport.receiver((transport) => {
    protocol = new TCompactProtocol(transport);
  }, 0)(Buffer.from(bytes));
  return protocol as TCompactProtocol;
}

export function int64(value: bigint): never {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  // Reads an i64 to obtain the Int64 class that Apache's protocol uses, which is not exported.
  const made = apacheProtocol(new Uint8Array([0])).readI64();
  return new (made.constructor as new (buffer: Buffer) => never)(bytes);
}

export function apacheWrite(protocol: TCompactProtocol, value: Value): void {
  switch (value.type) {
    case 'bool':
      protocol.writeBool(value.value);
      break;
    case 'i8':
      protocol.writeByte(value.value);
      break;
    case 'i16':
      protocol.writeI16(value.value);
      break;
    case 'i32':
      protocol.writeI32(value.value);
      break;
    case 'i64':
      protocol.writeI64(int64(value.value));
      break;
    case 'double':
      protocol.writeDouble(value.value);
      break;
    case 'binary':
      protocol.writeBinary(Buffer.from(value.value) as never);
      break;
    case 'list':
    case 'set':
      if (value.type === 'list') protocol.writeListBegin(apacheTypes[value.elements]!, value.values.length);
      else protocol.writeSetBegin(apacheTypes[value.elements]!, value.values.length);
      for (const element of value.values) apacheWrite(protocol, element);
      break;
    case 'map':
      protocol.writeMapBegin(apacheTypes[value.keys]!, apacheTypes[value.elements]!, value.entries.length);
      for (const [key, element] of value.entries) {
        apacheWrite(protocol, key);
        apacheWrite(protocol, element);
      }
      break;
    case 'struct':
      protocol.writeStructBegin('');
      for (const field of value.fields) {
        protocol.writeFieldBegin('', apacheTypes[field.value.type]!, field.id);
        apacheWrite(protocol, field.value);
        protocol.writeFieldEnd();
      }
      protocol.writeFieldStop();
      protocol.writeStructEnd();
      break;
  }
}

export function apacheRead(protocol: TCompactProtocol, type: number, inList = false): Value {
  switch (type) {
    case Type.BOOL:
      // readBool from Apache's Node library returns false for every element of a list.
      return { type: 'bool', value: inList ? (protocol.readByte() as unknown) === 1 : protocol.readBool() };
    case Type.BYTE:
      return { type: 'i8', value: ((protocol.readByte() as unknown as number) << 24) >> 24 };
    case Type.I16:
      return { type: 'i16', value: protocol.readI16() };
    case Type.I32:
      return { type: 'i32', value: protocol.readI32() };
    case Type.I64:
      return { type: 'i64', value: (protocol.readI64() as unknown as { buffer: Buffer }).buffer.readBigInt64BE() };
    case Type.DOUBLE:
      return { type: 'double', value: protocol.readDouble() };
    case Type.STRING:
      return { type: 'binary', value: [...(protocol.readBinary() as unknown as Uint8Array)] };
    case Type.LIST:
    case Type.SET: {
      const { etype, size } = type === Type.LIST ? protocol.readListBegin() : protocol.readSetBegin();
      const values = Array.from({ length: size }, () => apacheRead(protocol, etype, true));
      return { type: type === Type.LIST ? 'list' : 'set', elements: nameOf(apacheTypes, etype), values };
    }
    case Type.MAP: {
      const { ktype, vtype, size } = protocol.readMapBegin();
      const entries = Array.from({ length: size }, (): [Value, Value] => [
        apacheRead(protocol, ktype, true),
        apacheRead(protocol, vtype, true),
      ]);
      return { type: 'map', keys: nameOf(apacheTypes, ktype), elements: nameOf(apacheTypes, vtype), entries };
    }
    default: {
      const fields: Struct['fields'] = [];
      protocol.readStructBegin();
      for (;;) {
        const { ftype, fid } = protocol.readFieldBegin();
        if (ftype === Type.STOP) break;
        fields.push({ id: fid, value: apacheRead(protocol, ftype) });
        protocol.readFieldEnd();
      }
      protocol.readStructEnd();
      return { type: 'struct', fields };
    }
  }
}

export function nameOf(types: Record<string, number>, id: number): string {
  return Object.keys(types).find((name) => types[name] === id) ?? 'none';
}
