import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The texts of an error code: what happened, and what to do. */
export interface ErrorTexts {
  readonly title: MessageDescriptor
  readonly text: MessageDescriptor
}

const textsByCode: Readonly<Record<string, ErrorTexts>> = {
  origin_refused: {
    title: msg`This page can’t be shown here`,
    text: msg`The surrounding site is not allowed to embed this page. Ask its operator to have the site’s address added.`,
  },
  not_framed: {
    title: msg`This page must be embedded`,
    text: msg`Open this page from the site that embeds it, or sign in to the console.`,
  },
  address_unknown: {
    title: msg`Page not found`,
    text: msg`The address may be wrong, or the page no longer exists. Go back and choose another page.`,
  },
  not_built: {
    title: msg`This page is not available yet`,
    text: msg`This page is not available yet. Go back and choose another page.`,
  },
  address_invalid: { title: msg`The frame has no valid web address`, text: msg`Ask the site operator to fix the address.` },
  version_unsupported: {
    title: msg`Versions don’t match`,
    text: msg`The site uses a different version than this page. Reload the page. If that doesn’t help, ask the site operator to update.`,
  },
  timed_out: {
    title: msg`The surrounding site is not responding`,
    text: msg`Reload the page. If this happens again, contact the site operator.`,
  },
  load_failed: { title: msg`Couldn’t load this part of the page`, text: msg`Check the connection, then reload the page.` },
  no_token: { title: msg`The site didn’t grant access`, text: msg`Sign in to that site again, then reload this page.` },
  session_expired: { title: msg`Your session has ended`, text: msg`Sign in again. Your saved work is safe.` },
}
const otherTexts: ErrorTexts = {
  title: msg`Something went wrong`,
  text: msg`Reload the page. If this happens again, contact the site operator and quote the code below.`,
}

/** The texts of a code; general ones for an unknown code. */
export const errorTextsOf = (code: string): ErrorTexts => (Object.hasOwn(textsByCode, code) ? textsByCode[code] : undefined) ?? otherTexts
