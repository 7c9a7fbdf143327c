// Checks the links in the README of a tarball, because npm shows the README without the files of the repository.

/**
 * Returns the dead links in a README: relative links (unless the manifest names the repository), and links to headings
 * that do not exist.
 */
export function deadLinks(markdown, manifest) {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, (code) => code.replaceAll('](', ''));
  const anchors = new Set(
    [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading)),
  );
  return [...prose.matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s*(\S+)/gm)]
    .map(([, inline, referenced]) => inline ?? referenced)
    .filter((link) => {
      if (/^(https?:|mailto:)/.test(link)) return false;
      if (link.startsWith('#')) return !anchors.has(link.slice(1));
      return manifest.repository === undefined;
    });
}

/** Returns the anchor of a heading, derived as npm and code hosts do. */
export function anchorOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
