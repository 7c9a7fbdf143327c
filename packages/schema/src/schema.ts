/** Builds the schema tree from the depth-first list of elements in the footer (README.md#metadata). */
import {
  defaultLimits,
  FieldRepetitionType,
  type Limits,
  limitError,
  ParquetError,
  PhysicalType,
  runSteps,
  type Steps,
  widthOf,
} from '@marquetry/core';
import type { SchemaElement } from '@marquetry/metadata';
import { annotationOf, groupAnnotationOf } from './logical.js';
import type { GroupNode, LeafNode, Repetition, SchemaNode } from './node.js';
import { formatPath, parsePath } from './path.js';

/** The schema tree and its columns. */
export interface Schema {
  readonly root: GroupNode;
  /** The columns of the schema, in the order of a row group's chunks. */
  readonly leaves: readonly LeafNode[];
  /**
   * Returns the columns at a path (see `parsePath`): the leaf with this path, or all leaves of the group with this
   * path.
   * @throws ParquetError INVALID_ARGUMENT if there are none; the message lists the paths that exist.
   */
  find(path: string): readonly LeafNode[];
  /** Key-value metadata that belongs to the schema. Each file that is written with the schema gets these entries. */
  readonly keyValueMetadata?: Readonly<Record<string, string>>;
}

interface Building {
  readonly elements: readonly SchemaElement[];
  readonly limits: Limits;
  readonly leaves: LeafNode[];
  /** Index of the element to read next. */
  next: number;
  /** Bytes of memory used by the paths created so far. */
  pathBytes: number;
}

/**
 * Builds the schema tree from the elements of a footer.
 * @throws ParquetError CORRUPT if the elements do not form a tree; UNSUPPORTED for an unknown physical type; LIMIT if the tree
 * exceeds `schemaElements` or `schemaDepth`, if its paths exceed `memoryBytes`, or if a level exceeds 255.
 */
export function createSchema(elements: readonly SchemaElement[], limits: Limits = defaultLimits): Schema {
  return runSteps(createSchemaInSteps(elements, limits));
}

/** Like {@link createSchema}, in steps of about a millisecond, so that the event loop can run in between. */
export function* createSchemaInSteps(
  elements: readonly SchemaElement[],
  limits: Limits = defaultLimits,
): Steps<Schema> {
  if (elements.length > limits.schemaElements) {
    throw limitError('schemaElements', limits, `a schema of ${elements.length} elements`);
  }
  const building: Building = { elements, limits, leaves: [], next: 0, pathBytes: 0 };
  const element = takeElement(building, []);
  const above = { path: [], maxDefinitionLevel: 0, maxRepetitionLevel: 0 };
  const root: GroupNode = {
    kind: 'group',
    name: element.name,
    repetition: 'required',
    element,
    ...above,
    children: yield* readChildren(building, element, above),
  };
  if (building.next < elements.length) {
    throw new ParquetError(
      'CORRUPT',
      `the schema tree has ${building.next} elements, but the footer lists ${elements.length}`,
    );
  }
  const { leaves } = building;
  const childrenNamed = createChildIndex();
  return { root, leaves, find: (path) => findLeaves(root, childrenNamed, path) };
}

/** Number of nodes to create before yielding to the event loop. */
const stepElements = 2 ** 10;

/** Bytes of memory per name in a path: one reference, because paths share their strings. */
const nameBytes = 8;

type Above = Pick<SchemaNode, 'path' | 'maxDefinitionLevel' | 'maxRepetitionLevel' | 'annotation'>;

function takeElement(building: Building, path: readonly string[]): SchemaElement {
  const element = building.elements[building.next];
  if (element === undefined) {
    throw new ParquetError('CORRUPT', `the schema ends inside the group ${formatPath(path) || 'root'}`);
  }
  building.next++;
  return element;
}

function* readChildren(building: Building, parent: SchemaElement, above: Above): Steps<SchemaNode[]> {
  const count = parent.numChildren ?? 0;
  if (count < 0)
    throw new ParquetError('CORRUPT', `num_children must not be negative, got ${count}`, place(above.path));
  if (above.path.length >= building.limits.schemaDepth) {
    throw limitError('schemaDepth', building.limits, 'the nesting depth of the schema', place(above.path));
  }
  const children: SchemaNode[] = [];
  for (let i = 0; i < count; i++) {
    const node = readNode(building, above);
    children.push(
      node.kind === 'leaf' ? node : { ...node, children: yield* readChildren(building, node.element, node) },
    );
    if (building.next % stepElements === 0) yield;
  }
  return children;
}

/** Creates the node of the next element: a leaf, or a group whose children the following elements describe. */
function readNode(building: Building, above: Above): LeafNode | Omit<GroupNode, 'children'> {
  const element = takeElement(building, above.path);
  // Use `concat`, because spreading into an array reserves memory for 16 more names.
  const path = above.path.concat(element.name);
  building.pathBytes += nameBytes * path.length;
  if (building.pathBytes > building.limits.memoryBytes) {
    throw limitError(
      'memoryBytes',
      building.limits,
      `the memory for schema paths (at least ${building.pathBytes} bytes)`,
      place(path),
    );
  }
  const repetition = repetitionOf(element, path);
  const here = {
    path,
    maxDefinitionLevel: above.maxDefinitionLevel + (repetition === 'required' ? 0 : 1),
    maxRepetitionLevel: above.maxRepetitionLevel + (repetition === 'repeated' ? 1 : 0),
  };
  if (here.maxDefinitionLevel > 255) {
    throw new ParquetError(
      'LIMIT',
      `the maximum definition level must not exceed 255, got ${here.maxDefinitionLevel}`,
      place(path),
    );
  }
  if (element.type === undefined) {
    const base = { name: element.name, repetition, element, ...here };
    const annotation = groupAnnotationOf(element, above.annotation);
    return { kind: 'group', ...base, ...(annotation !== undefined && { annotation }) };
  }
  if ((element.numChildren ?? 0) !== 0) {
    throw new ParquetError('CORRUPT', 'a schema element must not have both a physical type and children', place(path));
  }
  const column = columnTypeOf(element, path);
  const annotation = annotationOf(element, column);
  // Creating the leaf in one object literal is fastest, which matters for schemas with thousands of leaves.
  const leaf: { -readonly [Key in keyof LeafNode]: LeafNode[Key] } = {
    kind: 'leaf',
    name: element.name,
    repetition,
    element,
    path,
    maxDefinitionLevel: here.maxDefinitionLevel,
    maxRepetitionLevel: here.maxRepetitionLevel,
    type: column.type,
    width: column.width,
    index: building.leaves.length,
  };
  if (annotation !== undefined) leaf.annotation = annotation;
  building.leaves.push(leaf);
  return leaf;
}

function repetitionOf(element: SchemaElement, path: readonly string[]): Repetition {
  switch (element.repetitionType) {
    case FieldRepetitionType.REQUIRED:
      return 'required';
    case FieldRepetitionType.OPTIONAL:
      return 'optional';
    case FieldRepetitionType.REPEATED:
      return 'repeated';
    default:
      throw new ParquetError('CORRUPT', `repetition type ${element.repetitionType} is not defined`, place(path));
  }
}

function columnTypeOf(
  element: SchemaElement,
  path: readonly string[],
): { readonly type: PhysicalType; readonly width: number } {
  const { type } = element;
  if (type === undefined || !isPhysicalType(type)) {
    throw new ParquetError('UNSUPPORTED', `physical type ${element.type} is not defined`, place(path));
  }
  const { typeLength } = element;
  if (type === PhysicalType.FIXED_LEN_BYTE_ARRAY && (typeLength === undefined || typeLength < 0)) {
    const what = `type_length of a FIXED_LEN_BYTE_ARRAY must be at least 0, got ${typeLength ?? 'none'}`;
    throw new ParquetError('CORRUPT', what, place(path));
  }
  return { type, width: widthOf(type, typeLength) };
}

const physicalTypes: ReadonlySet<number> = /* @__PURE__ */ new Set(Object.values(PhysicalType));

function isPhysicalType(type: number): type is PhysicalType {
  return physicalTypes.has(type);
}

/** Returns the children of a group that have this name. There can be several, because names need not be unique. */
type ChildrenNamed = (group: GroupNode, name: string) => readonly SchemaNode[];

/**
 * Creates a lookup of children by name, which indexes a group when it is first searched, so that looking up each of
 * thousands of columns is fast.
 */
function createChildIndex(): ChildrenNamed {
  const indexes = new Map<GroupNode, Map<string, SchemaNode[]>>();
  return (group, name) => {
    let byName = indexes.get(group);
    if (byName === undefined) {
      byName = new Map();
      indexes.set(group, byName);
      for (const child of group.children) {
        const same = byName.get(child.name);
        if (same === undefined) byName.set(child.name, [child]);
        else same.push(child);
      }
    }
    return byName.get(name) ?? [];
  };
}

function findLeaves(root: GroupNode, childrenNamed: ChildrenNamed, text: string): readonly LeafNode[] {
  let nodes: readonly SchemaNode[] = [root];
  let nearest = root;
  for (const name of parsePath(text)) {
    nearest = nodes.find((node) => node.kind === 'group') ?? nearest;
    nodes = nodes.flatMap((node) => (node.kind === 'group' ? childrenNamed(node, name) : []));
  }
  const found = nodes.flatMap(leavesBelow);
  if (found.length > 0) return found;
  const names = nearest.children.map(({ path }) => formatPath(path));
  const shown =
    names.length > 20 ? `${names.slice(0, 20).join(', ')}, and ${names.length - 20} more` : names.join(', ');
  throw new ParquetError('INVALID_ARGUMENT', `there is no column ${text}: use one of ${shown}`);
}

function leavesBelow(node: SchemaNode): readonly LeafNode[] {
  return node.kind === 'leaf' ? [node] : node.children.flatMap(leavesBelow);
}

function place(path: readonly string[]): { readonly column: string } {
  return { column: formatPath(path) };
}
