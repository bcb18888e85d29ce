import { FetchError, ofetch } from 'ofetch'

type Options = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> }

// By default ofetch repeats a GET, even after a 409, and parses JSON leniently. Here the caller decides both.
const fetchRaw = ofetch.create({ credentials: 'omit', retry: false, ignoreResponseError: true, responseType: 'stream' }).raw

/** Sends one HTTP request without cookies. Resolves for any status, with an unread body. Rejects with the browser's own error. */
export const request = (url: string, options: Options = {}): Promise<Response> =>
  fetchRaw(url, options).catch((error: unknown) => {
    throw error instanceof FetchError && error.cause !== undefined ? error.cause : error
  })
