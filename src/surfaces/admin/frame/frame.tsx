import type { ReactNode } from 'react'
import detailCss from '../../../parts/resource/detail.css'
import { addStyles } from '../../../ui/theme/styles.ts'
import css from '../admin.css'
import { AreaList } from './area-list.tsx'
import { UnsavedBar } from './unsaved-bar.tsx'
import { UnsavedProvider } from './unsaved.tsx'

addStyles(detailCss)
addStyles(css)

/** The list of areas, the screen, and the bar of unsaved changes. */
export const Frame = ({ children }: { readonly children: ReactNode }) => (
  <UnsavedProvider>
    <div className="admin-frame">
      <AreaList />
      <div className="admin-screen">{children}</div>
    </div>
    <UnsavedBar />
  </UnsavedProvider>
)
