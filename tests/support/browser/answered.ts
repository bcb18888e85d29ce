import type { APIResponse, Route } from 'playwright/test'

/** Playwright's errors for a response whose page closed before the response arrived. */
const isLeft = (error: unknown) => /(Request context|Response has been) disposed|has been closed/.test(String(error))

/** The platform's response to an intercepted call; undefined when the page closes first. */
export async function answered(route: Route): Promise<{ readonly response: APIResponse; readonly text: string } | undefined> {
  try {
    const response = await route.fetch()
    return { response, text: await response.text() }
  } catch (error) {
    if (isLeft(error)) return undefined
    throw error
  }
}
