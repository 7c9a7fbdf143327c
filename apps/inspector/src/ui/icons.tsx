/** Icons, drawn in the color of the text. */
import type { ComponentChild, JSX } from 'preact';

function icon(children: ComponentChild): JSX.Element {
  return (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const brand: JSX.Element = (
  <svg class="brand-mark" viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
    <path class="inlay-a" d="M2 2h13v13H2zM17 17h13v13H17z" />
    <path class="inlay-b" d="M17 2h13v13H17z" />
    <path class="inlay-c" d="M2 17h13v13H2z" />
  </svg>
);
export const openIcon: JSX.Element = icon(<path d="M2 13V3h4l2 2h6v8z" />);
export const sunIcon: JSX.Element = icon(
  <>
    <circle cx="8" cy="8" r="3" />
    <path d="M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.5 1.5M11.5 11.5 13 13M13 3l-1.5 1.5M4.5 11.5 3 13" />
  </>,
);
export const plusIcon: JSX.Element = icon(<path d="M8 3v10M3 8h10" />);
export const minusIcon: JSX.Element = icon(<path d="M3 8h10" />);
export const wholeIcon: JSX.Element = icon(<path d="M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3" />);
export const warnIcon: JSX.Element = icon(<path d="M8 2 1.5 14h13zM8 6.5v3.5M8 12v.5" />);
