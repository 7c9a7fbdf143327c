// A plug-in of StrykerJS: texts with a space in them are for people, so no mutant changes them. Error codes, kinds and names have none.

function isTextForPeople({ node }) {
  if (node.type === 'StringLiteral') return node.value.includes(' ');
  return node.type === 'TemplateLiteral' && node.quasis.some(({ value }) => value.raw.includes(' '));
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'error-texts',
    value: { shouldIgnore: (path) => (isTextForPeople(path) ? 'a text for people' : undefined) },
  },
];
