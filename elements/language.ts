/** The language of an element: the one that it names, else the nearest that the page names, else the person's. */
export const languageOf = (element: Element, locale: unknown) =>
  (typeof locale === 'string' && locale) ||
  element.closest<HTMLElement>('[lang]')?.lang ||
  document.documentElement.lang ||
  navigator.language
