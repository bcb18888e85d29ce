import { msg } from '@lingui/core/macro'

/** Whose purchases count. */
export const historyWords = { all: msg`All`, 'new customers': msg`New customers` } as const
/** How large an order is. */
export const valueWords = { large: msg`Large`, medium: msg`Medium`, small: msg`Small` } as const
