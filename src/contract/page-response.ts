/** A response that a page of the platform contains, so that its first screen sends no request: endpoint name, call and result. */
export type PageResponse = readonly [name: string, call: object, result: unknown]
