import { MultiSelects, Selects } from '../parts/selects.tsx'

export default function Choosing() {
  return (
    <>
      <Selects />
      <MultiSelects />
    </>
  )
}
