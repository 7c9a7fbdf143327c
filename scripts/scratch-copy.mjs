// Copies the workspace, to rehearse a release: the files of the working tree, the build outputs, and the links between
// packages.
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execute, members, root } from './workspace.mjs';

/** Runs a command until it exits, and returns its output. @throws Error with the output if the command fails. */
export async function must(command, args, options) {
  const { code, output } = await execute(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`);
  return output;
}

/** Copies the workspace to `copy`, which must not exist yet. */
export async function scratchCopy(copy) {
  await must('git', ['clone', '--quiet', '--no-checkout', root, copy]);
  const listed = await must('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z']);
  for (const file of listed.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const copied = new Map(members(copy).map((member) => [member.manifest.name, member.path]));
  for (const { path, manifest } of members(copy)) {
    const built = join(root, path.slice(copy.length), 'dist');
    if (existsSync(built)) cpSync(built, join(path, 'dist'), { recursive: true });
    const { dependencies, devDependencies, peerDependencies } = manifest;
    for (const name of Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })) {
      const target = copied.get(name) ?? join(root, path.slice(copy.length), 'node_modules', name);
      if (!existsSync(target)) continue;
      const link = join(path, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(target, link);
    }
  }
}
