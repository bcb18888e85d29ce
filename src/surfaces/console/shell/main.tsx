import type { ComponentProps } from 'react'

/** A page has one main element: the console renders it only when the console is the whole page. */
export const Main = ({ isRouted, ...rest }: ComponentProps<'main'> & { readonly isRouted: boolean }) =>
  isRouted ? <main {...rest} /> : <section {...rest} />
