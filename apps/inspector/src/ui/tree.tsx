/**
 * A tree that can be used with the keyboard and that screen readers announce as a tree: arrow keys move and open, Enter
 * chooses. Only the visible rows are in the document, so a tree may have many thousands of rows.
 */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useVirtualList } from './virtual-rows.js';

interface TreeItem<T> {
  readonly id: string;
  readonly item: T;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly isOpen: boolean;
  readonly hasChildren: boolean;
}

interface TreeProps<T> {
  readonly label: string;
  readonly roots: readonly T[];
  childrenOf(item: T): readonly T[];
  render(item: T): ComponentChildren;
  /** Number of levels that are open initially. */
  readonly openLevels: number;
  readonly rowHeight: number;
  /** Called when the user moves to an item with the keyboard, or points at it. */
  onFocus?(item: T | undefined): void;
  onChoose?(item: T): void;
  /** The item to scroll to. Its ancestors are opened. */
  readonly shown?: T | undefined;
  readonly class?: string;
}

/**
 * Returns the visible rows. An item is open if its level is open initially; the items in `toggled` are in the opposite
 * state.
 */
function rowsOf<T>(props: TreeProps<T>, toggled: ReadonlySet<string>): readonly TreeItem<T>[] {
  const rows: TreeItem<T>[] = [];
  const add = (items: readonly T[], level: number, prefix: string): void => {
    for (let i = 0; i < items.length; i++) {
      const item = items[i] as T;
      const id = `${prefix}${i}`;
      const below = props.childrenOf(item);
      const isOpen = below.length > 0 && level <= props.openLevels !== toggled.has(id);
      rows.push({ id, item, level, position: i + 1, siblings: items.length, isOpen, hasChildren: below.length > 0 });
      if (isOpen) add(below, level + 1, `${id}.`);
    }
  };
  add(props.roots, 1, '');
  return rows;
}

/** Returns the ids of `shown` and of its ancestors, outermost first; undefined if `shown` is not in the tree. */
function idsTo<T>(props: TreeProps<T>, shown: T): readonly string[] | undefined {
  const find = (items: readonly T[], prefix: string): readonly string[] | undefined => {
    for (let i = 0; i < items.length; i++) {
      const item = items[i] as T;
      const id = `${prefix}${i}`;
      if (item === shown) return [id];
      const below = find(props.childrenOf(item), `${id}.`);
      if (below !== undefined) return [id, ...below];
    }
    return undefined;
  };
  return find(props.roots, '');
}

export function Tree<T>(props: TreeProps<T>): JSX.Element {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(0);
  const rows = rowsOf(props, toggled);
  const list = useVirtualList(rows.length, props.rowHeight);
  const { shown, roots } = props;

  useEffect(() => {
    if (shown === undefined) return;
    const ids = idsTo(props, shown);
    if (ids === undefined) return;
    const open = new Set(toggled);
    ids.slice(0, -1).forEach((id, i) => {
      if (i + 1 > props.openLevels) open.add(id);
      else open.delete(id);
    });
    setToggled(open);
    const at = rowsOf(props, open).findIndex(({ id }) => id === ids.at(-1));
    if (at < 0) return;
    setActive(at);
    list.reveal(at);
  }, [shown, roots]);

  const toggle = (row: TreeItem<T>, open: boolean): void => {
    if (!row.hasChildren || row.isOpen === open) return;
    const next = new Set(toggled);
    if (!next.delete(row.id)) next.add(row.id);
    setToggled(next);
  };
  const move = (to: number): void => {
    const at = Math.max(0, Math.min(rows.length - 1, to));
    setActive(at);
    list.reveal(at);
    props.onFocus?.(rows[at]?.item);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[active];
    if (row === undefined) return;
    const parent = (): number => {
      for (let i = active - 1; i >= 0; i--) if ((rows[i]?.level ?? 0) < row.level) return i;
      return active;
    };
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      PageDown: () => move(active + 20),
      PageUp: () => move(active - 20),
      ArrowRight: () => (row.hasChildren && !row.isOpen ? toggle(row, true) : move(active + 1)),
      ArrowLeft: () => (row.isOpen ? toggle(row, false) : move(parent())),
      Enter: () => (props.onChoose === undefined ? toggle(row, !row.isOpen) : props.onChoose(row.item)),
      ' ': () => toggle(row, !row.isOpen),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  const name = props.label.toLowerCase().replaceAll(' ', '-');
  return (
    <div
      class={`tree ${props.class ?? ''}`}
      role="tree"
      aria-label={props.label}
      tabIndex={0}
      aria-activedescendant={
        rows.length > 0 && active >= list.from && active < list.to ? `${name}-${rows[active]?.id}` : undefined
      }
      ref={list.ref}
      onScroll={list.onScroll}
      onKeyDown={onKeyDown}
      onFocus={() => props.onFocus?.(rows[active]?.item)}
      onMouseLeave={() => props.onFocus?.(undefined)}
    >
      <div class="tree-rows" role="presentation" style={{ height: `${list.height}px` }}>
        {rows.slice(list.from, list.to).map((row, i) => (
          <div
            key={row.id}
            id={`${name}-${row.id}`}
            class={`tree-row ${list.from + i === active ? 'active' : ''}`}
            role="treeitem"
            aria-level={row.level}
            aria-posinset={row.position}
            aria-setsize={row.siblings}
            aria-selected={list.from + i === active}
            {...(row.hasChildren ? { 'aria-expanded': row.isOpen } : {})}
            style={{
              top: `${list.top + i * props.rowHeight}px`,
              height: `${props.rowHeight}px`,
              paddingLeft: `${row.level * 14 - 6}px`,
            }}
            onMouseEnter={() => props.onFocus?.(row.item)}
            onClick={() => {
              setActive(list.from + i);
              if (row.hasChildren) toggle(row, !row.isOpen);
              props.onChoose?.(row.item);
            }}
          >
            <span class="twist" aria-hidden="true">
              {row.hasChildren ? (row.isOpen ? '▾' : '▸') : ''}
            </span>
            {props.render(row.item)}
          </div>
        ))}
      </div>
    </div>
  );
}
