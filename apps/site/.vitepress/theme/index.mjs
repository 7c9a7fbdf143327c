// Uses the default theme without its web font, which would be the largest file on the site.
import theme from 'vitepress/theme-without-fonts';
import './style.css';

// biome-ignore lint/style/noDefaultExport: VitePress reads it
export default theme;
