/** What is written to somebody, and the address that it is about. */
export interface Letter {
  readonly purpose: 'invitation' | 'sign-up' | 'reset' | 'changed'
  readonly subject: string
  readonly text: string
  readonly link: string
}

const greeting = (name: string) => (name ? `Hello ${name.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 80)},` : 'Hello,')
const lines = (...all: readonly string[]) => `${all.join('\n\n')}\n`

export const invitation = (name: string, link: string): Letter => ({
  purpose: 'invitation',
  subject: 'Set up your Placard account',
  link,
  text: lines(
    greeting(name),
    'an account on Placard was made for you. Choose a password here:',
    link,
    'The link works once, for seven days. If it has expired, ask your administrator to send it again.',
  ),
})

/** Where people sign in elsewhere there is no password to choose. */
export const welcomeLetter = (name: string, link: string): Letter => ({
  purpose: 'invitation',
  subject: 'Your Placard account is ready',
  link,
  text: lines(greeting(name), 'an account on Placard was made for you. Sign in with the account of your organization:', link),
})

const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 80)

export const confirmation = (name: string, client: string, link: string): Letter => ({
  purpose: 'sign-up',
  subject: 'Confirm your Placard account',
  link,
  text: lines(
    greeting(name),
    `somebody signed up with ${oneLine(client)} on Placard with this address. Confirm it here:`,
    link,
    'The link works once, for seven days. If it was not you, there is nothing to do: without the link nobody can sign in.',
  ),
})

export const known = (name: string, link: string): Letter => ({
  purpose: 'sign-up',
  subject: 'You have a Placard account already',
  link,
  text: lines(
    greeting(name),
    'somebody wanted to sign up on Placard with this address, and you have an account already. Sign in, or choose a new password, here:',
    link,
    'If it was not you, nothing has changed and there is nothing to do.',
  ),
})

export const reset = (name: string, link: string): Letter => ({
  purpose: 'reset',
  subject: 'Choose a new Placard password',
  link,
  text: lines(
    greeting(name),
    'somebody asked for a new password for this address. Choose it here:',
    link,
    'The link works once, for one hour. If it was not you, nothing has changed and there is nothing to do.',
  ),
})

export const changed = (name: string, link: string): Letter => ({
  purpose: 'changed',
  subject: 'Your Placard password was changed',
  link,
  text: lines(
    greeting(name),
    'the password of your account was just changed, and you were signed out everywhere.',
    'If it was not you, choose a new one at once and tell your administrator:',
    link,
  ),
})
