// Says on the page that the browser gave no passkey, as when the person cancelled.
document.addEventListener('allauth.error', (event) => {
  const note = document.getElementById('passkey-failed')
  if (!note) return
  event.preventDefault()
  note.hidden = false
})
