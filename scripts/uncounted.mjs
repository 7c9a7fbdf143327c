/**
 * For esbuild: keeps out of a bundle what few programs load, which size budgets do not count. Those are packages that are imported on demand, and
 * the libraries of codecs. The parts of a package that are loaded later are counted as if they were imported at the top.
 */
export const uncounted = {
  name: 'uncounted',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, path, importer }) => {
      const isPart = path.startsWith('.') && !/[\\/]codec-[a-z]+[\\/]/.test(importer);
      return kind === 'dynamic-import' && !isPart ? { path, external: true } : undefined;
    });
  },
};
