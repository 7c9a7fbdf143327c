/** Explains the colors of the map. */
import type { JSX } from 'preact';
import type { ColourBy, Lanes } from './boxes.js';
import { categoryColour } from './colours.js';

/** Maximum number of encodings or codecs in the legend. */
const mostNames = 10;

const partNames: Readonly<Record<string, string>> = {
  '(column-index)': 'page index',
  '(bloom-filter)': 'Bloom filter',
  '(footer)': 'footer',
  '(unaccounted)': 'not listed in the footer',
};

export function Legend({
  lanes,
  colourBy,
  hasPlan,
}: {
  readonly lanes: Lanes;
  readonly colourBy: ColourBy;
  readonly hasPlan: boolean;
}): JSX.Element {
  const categories = [...new Set([...lanes.parts, ...lanes.pages].map(({ category }) => category))];
  const isScale = colourBy === 'size' || colourBy === 'ratio';
  const named = categories.filter((name) => name !== undefined && !name.startsWith('(')).slice(0, mostNames);
  const parts = Object.keys(partNames).filter((name) => categories.includes(name));
  return (
    <ul class="legend" aria-label="Colors">
      {isScale ? (
        <li>
          <span class="scale" />
          {colourBy === 'size' ? 'from small to large' : 'from well compressed to uncompressed'}
        </li>
      ) : (
        named.map((name) => <Entry key={name} colour={categoryColour(name)} name={name ?? ''} />)
      )}
      {parts.map((name) => (
        <Entry key={name} colour={categoryColour(name)} name={partNames[name] ?? ''} />
      ))}
      <Entry colour={hasPlan ? '--accent' : '--read'} name={hasPlan ? 'read by the query' : 'read so far'} />
    </ul>
  );
}

function Entry({ colour, name }: { readonly colour: string; readonly name: string }): JSX.Element {
  return (
    <li>
      <span class="swatch" style={{ background: `var(${colour})` }} />
      {name}
    </li>
  );
}
