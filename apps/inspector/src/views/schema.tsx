/** Shows the schema as a tree, with logical types and levels. */
import type { JSX } from 'preact';
import type { FileInfo } from '../protocol.js';
import { showColumn } from '../state/navigate.js';
import { counted } from '../ui/format.js';
import { Section } from '../ui/parts.js';
import { Tree } from '../ui/tree.js';

export function SchemaView({ file }: { readonly file: FileInfo }): JSX.Element {
  return (
    <Section title="Schema" tools={<span class="quiet">{counted(file.columns.length, 'column')}</span>}>
      <div class="schema-head" aria-hidden="true">
        <span>Name</span>
        <span>Type</span>
        <span>Repetition</span>
        <span>Stored as</span>
        <span>Levels</span>
      </div>
      <Tree
        class="schema"
        label="Schema"
        roots={file.schema.children}
        childrenOf={(node) => node.children}
        openLevels={file.columns.length > 200 ? 0 : 9}
        rowHeight={28}
        onChoose={(node) => {
          if (node.column !== undefined) showColumn(node.column);
        }}
        render={(node) => (
          <span class="schema-row">
            <span class={node.kind === 'leaf' ? 'leaf-name' : 'group-name'}>
              {node.name}
              {node.fieldId !== undefined && <span class="tag">field id {node.fieldId}</span>}
            </span>
            <span>{node.type}</span>
            <span class="quiet">{node.repetition}</span>
            <span class="quiet">{node.kind === 'leaf' ? node.physicalType : ''}</span>
            <span class="quiet" title="maximum definition level, maximum repetition level">
              {node.maxDefinitionLevel} {node.maxRepetitionLevel}
            </span>
          </span>
        )}
      />
    </Section>
  );
}
