import type { PageResponse } from '../../src/contract/page-response.ts'
import type { PageOptions } from './page.ts'

/** The data that the platform writes into its own pages; empty on any other page. */
export function platformPageData(): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(document.querySelector('script#placard-page')?.textContent ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/** The options of a page of the platform: its environment, the responses in it, and error reports that go to the platform. */
export function platformPageOptions(): PageOptions {
  const { environment, responses } = platformPageData()
  if (typeof environment !== 'string' || !/^\w{1,40}$/.test(environment)) return {}
  return {
    environment,
    reportsToPlatform: true,
    ...(Array.isArray(responses) && { responses: responses as PageResponse[] }), // written by the platform of this release
  }
}
