// A StrykerJS plug-in: texts that contain a space are messages, so no mutant changes them. Error codes, kinds and names contain none.

function isTextForPeople({ node }) {
  if (node.type === 'StringLiteral') return node.value.includes(' ');
  return node.type === 'TemplateLiteral' && node.quasis.some(({ value }) => value.raw.includes(' '));
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'error-texts',
    value: { shouldIgnore: (path) => (isTextForPeople(path) ? 'a message' : undefined) },
  },
];
