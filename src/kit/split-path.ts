/** An element's path in two: the words before the query, and the query. */
export function splitPath(path: string): { pathname: string; query: URLSearchParams } {
  const [, pathname = '', query = ''] = /^\/*([^?#]*)\??([^#]*)/.exec(path) ?? []
  return { pathname: pathname.replace(/\/+$/, ''), query: new URLSearchParams(query) }
}

/** Puts the two together again: no leading slash, no empty query. */
export const joinPath = (pathname: string, query: URLSearchParams) => {
  const text = query.toString()
  return text ? `${pathname}?${text}` : pathname
}
