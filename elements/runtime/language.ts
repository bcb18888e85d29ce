/** A tag that Intl takes: `de_DE.UTF-8` is de-DE, and what is no language tag is en-US. Extensions are dropped: formats choose their own. */
function languageTag(asked: string): string {
  try {
    return new Intl.Locale(asked.replace(/[.@].*/, '').replaceAll('_', '-')).baseName
  } catch {
    return 'en-US'
  }
}

/** The language of an element, always a valid tag: the one that it names, else the nearest that the page names, else the person's. */
export const languageOf = (element: Element, locale: unknown) =>
  languageTag(
    (typeof locale === 'string' && locale) ||
      element.closest<HTMLElement>('[lang]')?.lang ||
      document.documentElement.lang ||
      navigator.language,
  )
