// A StrykerJS plug-in that excludes messages from mutation: every text that contains a space. Error codes, kinds and names do not contain a
// space.

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
