import { FetchError, ofetch } from 'ofetch'

type Options = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> }

// ofetch repeats a GET by default, after a 409 too, and parses JSON leniently. Callers here decide both.
const fetchRaw = ofetch.create({ credentials: 'omit', retry: false, ignoreResponseError: true, responseType: 'stream' }).raw

/** Makes one HTTP request without cookies. Resolves with the response whatever its status, its body unread; rejects with what the browser reports. */
export const request = (url: string, options: Options = {}): Promise<Response> =>
  fetchRaw(url, options).catch((error: unknown) => {
    throw error instanceof FetchError && error.cause !== undefined ? error.cause : error
  })
