// Finds the imports of a TypeScript file, and the global names that it uses.
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * Returns `{ imports, globals, generatesCode }` for a file: the specifiers that it imports, the names in `watched` that
 * it uses as globals, and whether it uses eval or new Function.
 */
export function inspectSource(path, watched) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true);
  const imports = new Set();
  const used = new Set();
  const declared = new Set();
  let generatesCode = false;

  const visit = (node) => {
    const specifier = importSpecifier(node);
    if (specifier !== undefined) imports.add(specifier);
    if (ts.isIdentifier(node)) {
      if (isDeclarationName(node)) declared.add(node.text);
      else if (watched.has(node.text) && !isMemberName(node)) used.add(node.text);
    }
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && ts.isIdentifier(node.expression)) {
      if (node.expression.text === 'eval' || node.expression.text === 'Function') generatesCode = true;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { imports: [...imports], globals: [...used].filter((name) => !declared.has(name)), generatesCode };
}

function importSpecifier(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    return argument && ts.isStringLiteralLike(argument) ? argument.text : undefined;
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal.text;
  return undefined;
}

function isDeclarationName(node) {
  const { parent } = node;
  if (ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent) || ts.isMethodDeclaration(parent))
    return false;
  return parent.name === node && !ts.isPropertyAccessExpression(parent) && !ts.isPropertyAssignment(parent);
}

/**
 * True if the name is only a property name, as in `x.Buffer` and `{ Buffer: ... }`. `globalThis.Buffer` counts as
 * the global.
 */
function isMemberName(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return !(ts.isIdentifier(parent.expression) && parent.expression.text === 'globalThis');
  }
  return parent.name === node && !ts.isShorthandPropertyAssignment(parent);
}
