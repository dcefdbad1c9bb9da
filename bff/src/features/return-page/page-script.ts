/**
 * Script of the page. Requests the state and updates the texts in place: the page is never reloaded, and the
 * focus stays. Works in the old browsers inside of other apps, too.
 *
 * Polls after 3 s and then less and less often, at least every 30 s, for 15 minutes. Pauses while the page is
 * hidden, and polls at once when the page is visible again.
 */
export const returnPageScript = `
(function () {
  'use strict'
  var byId = function (id) { return document.getElementById(id) }
  var root = document.documentElement
  var main = document.querySelector('main')
  var again = byId('again'), looked = byId('looked'), close = byId('close'), named = byId('named')
  var first = 3000, slowest = 30000, longest = 900000, tooSoon = 2000
  // The first values: a browser that translates the page changes the language and the texts of its elements.
  var language = root.lang, shown = {}
  var begun = Date.now(), wait = first, last = 0, timer = 0, asking = false, isOver = main.dataset.waits !== 'yes'

  // Only a new text is put in: the same one would undo the translation and be read out again.
  function put(id, text) {
    if (shown[id] === text || !byId(id)) return
    shown[id] = text
    byId(id).textContent = text
  }

  function say(which) { put('note', which ? main.dataset[which] : '') }

  function show(said, isGone) {
    if (shown.title !== said.title) document.title = said.title
    put('title', said.title)
    put('text', said.text)
    main.dataset.tone = said.tone
    isOver = !said.waits
    if (named) named.hidden = isGone
    if (again) again.hidden = isOver
    if (looked) looked.hidden = isOver
    say('')
    if (isOver) return
    put('looked', main.dataset.lookedAt + ' ' + new Date().toLocaleTimeString(language))
  }

  function address() {
    var query = new URLSearchParams(location.search)
    query.set('lang', language)
    return location.pathname + '/state?' + query.toString()
  }

  function answered(call) {
    asking = false
    last = Date.now()
    var said = null
    try { if (call.status === 200 || call.status === 404) said = JSON.parse(call.responseText) } catch (error) { said = null }
    if (said && said.title) show(said, call.status === 404)
    else say('noAnswer')
    plan()
  }

  function look() {
    clearTimeout(timer)
    if (asking || isOver) return
    asking = true
    var call = new XMLHttpRequest()
    call.open('GET', address())
    call.timeout = 15000
    call.onloadend = function () { answered(call) }
    call.send()
  }

  function plan() {
    clearTimeout(timer)
    if (isOver || document.hidden) return
    if (Date.now() - begun >= longest) return say('stopped')
    timer = setTimeout(look, wait)
    wait = Math.min(slowest, wait * 1.4)
  }

  function startAgain() {
    begun = Date.now()
    wait = first
    say('')
    if (Date.now() - last < tooSoon) plan()
    else look()
  }

  var texts = ['title', 'text']
  for (var at = 0; at < texts.length; at += 1) shown[texts[at]] = byId(texts[at]).textContent
  document.addEventListener('visibilitychange', function () {
    if (document.hidden) clearTimeout(timer)
    else startAgain()
  })
  window.addEventListener('pageshow', function (event) { if (event.persisted) startAgain() })
  if (again && !isOver) again.addEventListener('click', function (event) {
    event.preventDefault()
    startAgain()
  })
  if (close && window.opener && window.top === window.self) {
    close.hidden = false
    close.addEventListener('click', function () {
      window.close()
      setTimeout(function () { say('closeYourself') }, 500)
    })
  }
  plan()
})()
`
