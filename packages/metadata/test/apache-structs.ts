/** Reads and writes the structs described in `structs.ts` through Apache Thrift's protocol. */

import { type TCompactProtocol, Thrift } from 'thrift';
import { int64 } from '../../thrift/test/apache.js';
import { type FieldType, structs, timeUnits, unions } from './structs.js';

const { Type } = Thrift;
type Fields = Record<string, unknown>;

export interface WriteOptions {
  /** Called before every field and before every stop byte. */
  readonly between?: (protocol: TCompactProtocol) => void;
  /** The field to omit from every struct, as `Struct.field`. */
  readonly without?: string;
  /** The field to write with a wrong wire type, as `Struct.field`. */
  readonly mistyped?: string;
  /** True to write fields from last to first. */
  readonly backwards?: boolean;
}

function apacheType(type: FieldType): number {
  if (typeof type === 'object') return 'list' in type ? Type.LIST : Type.STRUCT;
  switch (type) {
    case 'bool':
      return Type.BOOL;
    case 'i8':
      return Type.BYTE;
    case 'i16':
      return Type.I16;
    case 'i32':
    case 'count32':
      return Type.I32;
    case 'i64':
    case 'count64':
      return Type.I64;
    case 'double':
      return Type.DOUBLE;
    case 'timeUnit':
      return Type.STRUCT;
    default:
      return Type.STRING;
  }
}

export function writeStruct(protocol: TCompactProtocol, name: string, value: Fields, options: WriteOptions = {}): void {
  const table = structs[name] ?? [];
  protocol.writeStructBegin(name);
  for (const field of options.backwards ? [...table].reverse() : table) {
    const content = value[field.name];
    if (content === undefined || options.without === `${name}.${field.name}`) continue;
    options.between?.(protocol);
    if (options.mistyped === `${name}.${field.name}`) {
      protocol.writeFieldBegin('', field.type === 'i8' ? Type.DOUBLE : Type.BYTE, field.id);
      if (field.type === 'i8') protocol.writeDouble(1);
      else protocol.writeByte(1);
    } else {
      protocol.writeFieldBegin('', apacheType(field.type), field.id);
      writeValue(protocol, field.type, content, options);
    }
    protocol.writeFieldEnd();
  }
  options.between?.(protocol);
  protocol.writeFieldStop();
  protocol.writeStructEnd();
}

function writeMember(protocol: TCompactProtocol, id: number, write: () => void): void {
  protocol.writeStructBegin('');
  protocol.writeFieldBegin('', Type.STRUCT, id);
  write();
  protocol.writeFieldEnd();
  protocol.writeFieldStop();
  protocol.writeStructEnd();
}

function writeValue(protocol: TCompactProtocol, type: FieldType, value: unknown, options: WriteOptions): void {
  if (typeof type === 'object') {
    if ('list' in type) {
      const values = value as unknown[];
      protocol.writeListBegin(apacheType(type.list), values.length);
      for (const element of values) writeValue(protocol, type.list, element, options);
      protocol.writeListEnd();
    } else if ('struct' in type) writeStruct(protocol, type.struct, value as Fields, options);
    else {
      const { kind, id } = value as { kind: string; id: number };
      const [member, struct] = unions[type.union]?.[kind] ?? [id, 'Empty'];
      writeMember(protocol, member, () => writeStruct(protocol, struct, value as Fields, options));
    }
    return;
  }
  switch (type) {
    case 'bool':
      protocol.writeBool(value as boolean);
      break;
    case 'i8':
      protocol.writeByte(value as number);
      break;
    case 'i16':
      protocol.writeI16(value as number);
      break;
    case 'i32':
    case 'count32':
      protocol.writeI32(value as number);
      break;
    case 'i64':
    case 'count64':
      protocol.writeI64(int64(BigInt(value as number)));
      break;
    case 'double':
      protocol.writeDouble(value as number);
      break;
    case 'binary':
      protocol.writeBinary(Buffer.from(value as Uint8Array) as never);
      break;
    case 'string':
      protocol.writeString(value as string);
      break;
    case 'timeUnit':
      writeMember(protocol, timeUnits[value as string] ?? 0, () => writeStruct(protocol, 'Empty', {}, options));
  }
}

export function readStruct(protocol: TCompactProtocol, name: string): Fields {
  const value: Fields = {};
  eachField(protocol, (id) => {
    const field = structs[name]?.find((candidate) => candidate.id === id);
    if (field === undefined) throw new Error(`${name} has no field ${id}`);
    value[field.name] = readValue(protocol, field.type);
  });
  return value;
}

function eachField(protocol: TCompactProtocol, read: (id: number, type: number) => void): void {
  protocol.readStructBegin();
  for (;;) {
    const { ftype, fid } = protocol.readFieldBegin();
    if (ftype === Type.STOP) break;
    read(fid, ftype);
    protocol.readFieldEnd();
  }
  protocol.readStructEnd();
}

function readValue(protocol: TCompactProtocol, type: FieldType, inList = false): unknown {
  if (typeof type === 'object') {
    if ('list' in type) {
      const { size } = protocol.readListBegin();
      return Array.from({ length: size }, () => readValue(protocol, type.list, true));
    }
    if ('struct' in type) return readStruct(protocol, type.struct);
    const members = Object.entries(unions[type.union] ?? {});
    let value: unknown;
    eachField(protocol, (id) => {
      const member = members.find(([, [memberId]]) => memberId === id);
      const fields = readStruct(protocol, member?.[1][1] ?? 'Empty');
      value = member === undefined ? { kind: 'unknown', id } : { kind: member[0], ...fields };
    });
    return value;
  }
  switch (type) {
    case 'bool':
      // readBool from Apache's Node library returns false for every element of a list.
      return inList ? (protocol.readByte() as unknown) === 1 : protocol.readBool();
    case 'i8':
      return ((protocol.readByte() as unknown as number) << 24) >> 24;
    case 'i16':
      return protocol.readI16();
    case 'i32':
    case 'count32':
      return protocol.readI32();
    case 'i64':
    case 'count64':
      return Number((protocol.readI64() as unknown as { buffer: Buffer }).buffer.readBigInt64BE());
    case 'double':
      return protocol.readDouble();
    case 'binary':
      return new Uint8Array(protocol.readBinary() as unknown as Uint8Array);
    case 'string':
      return protocol.readString();
    case 'timeUnit': {
      let unit: string | undefined;
      eachField(protocol, (id) => {
        readStruct(protocol, 'Empty');
        unit = Object.keys(timeUnits).find((name) => timeUnits[name] === id);
      });
      return unit;
    }
  }
}
