/** Splits an element's path into pathname and query. */
export function splitPath(path: string): { pathname: string; query: URLSearchParams } {
  const [, pathname = '', query = ''] = /^\/*([^?#]*)\??([^#]*)/.exec(path) ?? []
  return { pathname: pathname.replace(/\/+$/, ''), query: new URLSearchParams(query) }
}

/** Joins both parts again and omits an empty query. */
export const joinPath = (pathname: string, query: URLSearchParams) => {
  const text = query.toString()
  return text ? `${pathname}?${text}` : pathname
}
