/** A valid tag for Intl: `de_DE.UTF-8` becomes de-DE, invalid input en-US. Extensions are dropped because formatters set their own. */
function languageTag(requested: string): string {
  try {
    return new Intl.Locale(requested.replace(/[.@].*/, '').replaceAll('_', '-')).baseName
  } catch {
    return 'en-US'
  }
}

/** The language of an element, always a valid tag: its own locale, else the nearest `lang` attribute, else the browser's language. */
export const languageOf = (element: Element, locale: unknown) =>
  languageTag(
    (typeof locale === 'string' && locale) ||
      element.closest<HTMLElement>('[lang]')?.lang ||
      document.documentElement.lang ||
      navigator.language,
  )
