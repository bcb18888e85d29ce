import { expect, type Page } from 'playwright/test'
import type { PlatformProcess } from './platform-process.ts'

export const superUser = 'ines.okonjo@placard.example'
export const account = (page: Page) => page.getByRole('button', { name: /^Your account/ })
export const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })
/** Path, query and fragment. */
export const addressOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

/** From the door to whatever is behind it. */
export async function giveName(page: Page, password: string, email = superUser) {
  await signInButton(page).press('Enter')
  await page.getByLabel('Password').waitFor()
  const name = page.getByLabel('E-mail')
  if (!(await name.inputValue())) await name.fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

/** From the door to the console. */
export async function passDoor(page: Page, password: string, email = superUser) {
  await giveName(page, password, email)
  await account(page).waitFor()
}

/** Through the door as anybody goes. */
export async function enterConsole(page: Page, platform: PlatformProcess, address = '/', email = superUser, password = platform.password) {
  await page.goto(platform.origin + address)
  await passDoor(page, password, email)
}

/** Chooses what stands in the menu of one's own account. */
export async function chooseOwn(page: Page, item: string) {
  await account(page).press('Enter')
  await page.getByRole('menuitem', { name: item }).click()
}

/** Makes a call with the token of whoever is signed in here. */
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

/** The warning before somebody is signed out. */
export const expectWarning = (page: Page) => expect(page.locator('.toast', { hasText: 'Signing Out' })).toBeVisible()
