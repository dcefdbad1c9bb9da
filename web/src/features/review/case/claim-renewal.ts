import { useEffect, useEffectEvent, useRef } from 'react'

interface ClaimRenewal {
  /** When the claim of this person ends (ms since 1970); null while there is none. */
  readonly until: number | null
  /** How long a claim holds, ms. */
  readonly claimMs: number
  readonly renew: () => void
}

/** What says that somebody is at the page. */
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel'] as const

/**
 * Renews a claim from the half of its time on, while the page is visible and somebody used it since the
 * claim was made or renewed last; a page that is left alone lets it end. What fails is tried again a
 * twentieth of its time later.
 */
export function useClaimRenewal({ until, claimMs, renew }: ClaimRenewal): void {
  const step = claimMs / 20
  const used = useRef(0)
  const notBefore = useRef(0)
  const look = useEffectEvent((isUse: boolean) => {
    const now = Date.now()
    if (isUse) used.current = now
    if (until === null || now >= until || now < until - claimMs / 2 || now < notBefore.current) return
    if (document.visibilityState !== 'visible' || used.current < until - claimMs) return
    notBefore.current = now + step
    renew()
  })
  useEffect(() => {
    const use = () => look(true)
    const seen = () => look(false)
    const timer = setInterval(seen, step)
    for (const sign of activityEvents) window.addEventListener(sign, use, { passive: true })
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      for (const sign of activityEvents) window.removeEventListener(sign, use)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [step])
}
