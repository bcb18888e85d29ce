import type { Page } from 'playwright/test'

/** The first toast with a text. Toasts have no role of their own and several may be shown, so they are found by class. */
export const toast = (page: Page, text: string | RegExp) => page.locator('.toast', { hasText: text }).first()
