/** True for URL parameters that belong to a view: filters, sort order, columns and dates. */
const isOfView = (name: string) =>
  name === 'sort' || name === 'columns' || name.startsWith('filter.') || /^(date_range|compare)$|_date$/.test(name)

/** The view's parameters in sorted order, so that equal views have equal strings. */
export function viewQuery(query: URLSearchParams): string {
  const params = [...query].filter(([name]) => isOfView(name)).sort(([one], [other]) => (one < other ? -1 : 1))
  return new URLSearchParams(params).toString()
}
