import type { Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import type { PlatformProcess } from '../platform/process.ts'

export const superUser = 'ines.okonjo@placard.example'
export const account = (page: Page) => page.getByRole('button', { name: /^Your account/ })
export const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })
/** Path, query and fragment. */
export const addressOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

/** Signs in from the sign-in page. */
export async function giveName(page: Page, password: string, email = superUser) {
  await signInButton(page).press('Enter')
  await page.getByLabel('Password').waitFor()
  const name = page.getByLabel('Email')
  if (!(await name.inputValue())) await name.fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

/** Signs in from the sign-in page and waits for the console. */
export async function signInHere(page: Page, password: string, email = superUser) {
  await giveName(page, password, email)
  await account(page).waitFor()
}

/** Opens an address and signs in. */
export async function enterConsole(page: Page, platform: PlatformProcess, address = '/', email = superUser, password = platform.password) {
  await page.goto(platform.origin + address)
  await signInHere(page, password, email)
}

/** Chooses an item of the account menu. */
export async function chooseOwn(page: Page, item: string) {
  await account(page).press('Enter')
  await page.getByRole('menuitem', { name: item }).click()
}

/** Makes a call with the token of the signed-in user. */
export function callAs(page: Page, method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) {
  return page.evaluate(
    async ([how, where, what, more]) => {
      const { access_token: token } = JSON.parse(sessionStorage.getItem('placard-grant') ?? '{}')
      const response = await fetch(`/${where}`, {
        method: how,
        headers: { Authorization: `Bearer ${token}`, ...(what && { 'Content-Type': 'application/json' }), ...more },
        ...(what && { body: JSON.stringify(what) }),
      })
      return { status: response.status, reply: await response.json() }
    },
    [method, path, body, headers] as const,
  )
}

/** The warning before a sign-out. */
export const expectWarning = (page: Page) => expect(page.locator('.toast', { hasText: 'Signing Out' })).toBeVisible()
