import type { APIResponse, Route } from 'playwright/test'

/** What the runner says of an answer whose page is closed before it has come: it is thrown away with the page. */
const isLeft = (error: unknown) => /(Request context|Response has been) disposed|has been closed/.test(String(error))

/** What the platform answers to a call that a test looks into; nothing where the page is closed meanwhile, and nobody waits for it any more. */
export async function answered(route: Route): Promise<{ readonly response: APIResponse; readonly text: string } | undefined> {
  try {
    const response = await route.fetch()
    return { response, text: await response.text() }
  } catch (error) {
    if (isLeft(error)) return undefined
    throw error
  }
}
