import type { ComponentProps } from 'react'

/** What the page is about; a page that the console is only a part of has said itself where that begins. */
export const Main = ({ isRouted, ...rest }: ComponentProps<'main'> & { readonly isRouted: boolean }) =>
  isRouted ? <main {...rest} /> : <section {...rest} />
