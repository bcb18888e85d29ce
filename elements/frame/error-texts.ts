import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The texts of an error code: what happened, and what to do. */
export interface ErrorTexts {
  readonly title: MessageDescriptor
  readonly text: MessageDescriptor
}

const words: Readonly<Record<string, ErrorTexts>> = {
  origin_refused: {
    title: msg`This page may not be shown here`,
    text: msg`The site around it is not on the list of sites that may embed it. Ask whoever runs the site to have its address added.`,
  },
  not_framed: {
    title: msg`This page belongs into another one`,
    text: msg`Open it from the site that embeds it, or sign in to the console.`,
  },
  address_unknown: {
    title: msg`There is no such page`,
    text: msg`The address is misspelt, or what it named is gone. Go back and choose again.`,
  },
  not_built: {
    title: msg`This page is not built yet`,
    text: msg`The address is right, but what belongs here does not exist yet. Go back and choose another page.`,
  },
  address_invalid: { title: msg`The frame has no address of a web page`, text: msg`Ask whoever runs the site to correct it.` },
  version_unsupported: {
    title: msg`The two sides do not understand each other`,
    text: msg`The site and this page speak different versions. Reload; if that does not help, ask whoever runs the site to update.`,
  },
  timed_out: {
    title: msg`The site around this page did not answer`,
    text: msg`Reload the page. If it happens again, tell whoever runs the site.`,
  },
  load_failed: { title: msg`This part of the page could not be loaded`, text: msg`Check the connection, then reload the page.` },
  no_token: { title: msg`The site gave no access`, text: msg`Sign in there again, then reload the page.` },
  session_expired: { title: msg`Your session has ended`, text: msg`Sign in again; what was saved is kept.` },
}
const other: ErrorTexts = {
  title: msg`Something went wrong`,
  text: msg`Reload the page. If it happens again, tell whoever runs the site, with the code below.`,
}

/** The texts of a code; general ones for an unknown code. */
export const errorTextsOf = (code: string): ErrorTexts => (Object.hasOwn(words, code) ? words[code] : undefined) ?? other
