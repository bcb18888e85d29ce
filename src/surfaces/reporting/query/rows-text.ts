function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Encodes lists of values as one URL parameter. Values are escaped, so they cannot contain a separator. */
export const encodeRows = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((row) => row.map((word) => encodeURIComponent(word)).join(':')).join(';')

export const decodeRows = (text: string): string[][] =>
  text
    .split(';')
    .filter(Boolean)
    .map((row) => row.split(':').map(decoded))
