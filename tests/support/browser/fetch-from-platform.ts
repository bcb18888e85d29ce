import type { APIResponse, Route } from 'playwright/test'

/** Playwright's errors when the page closes before the response arrives. */
const isPageClosedError = (error: unknown) => /(Request context|Response has been) disposed|has been closed/.test(String(error))

/** The platform's response to an intercepted call; undefined when the page closes first. */
export async function fetchFromPlatform(route: Route): Promise<{ readonly response: APIResponse; readonly text: string } | undefined> {
  try {
    const response = await route.fetch()
    return { response, text: await response.text() }
  } catch (error) {
    if (isPageClosedError(error)) return undefined
    throw error
  }
}
