import type { Page } from 'playwright/test'

/** The first notice that says a text. Several are shown at once and none has a role of its own, so they are found by their class. */
export const toast = (page: Page, text: string | RegExp) => page.locator('.toast', { hasText: text }).first()
