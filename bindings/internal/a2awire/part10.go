package a2awire

// readPart10 reads a part of 1.0: exactly one of text, raw, url and data. A
// member that is null is absent, save data, where null is a value.
func readPart10[D, M any](r *reader, p *PartOf[D, M]) {
	o, ok := r.object()
	contents := 0
	for ok && r.member(&o) {
		switch string(r.name) {
		case "text":
			if !r.null() {
				p.Kind, p.Text = TextPart, r.text()
				contents++
			}
		case "data":
			p.Kind = DataPart
			readData(r, &p.Data)
			contents++
		case "raw":
			if !r.null() {
				p.Kind, p.Raw = RawPart, r.bytes()
				contents++
			}
		case "url":
			if !r.null() {
				p.Kind, p.URL = URLPart, r.text()
				contents++
			}
		case "mediaType":
			p.MediaType = r.text()
		case "filename":
			p.Filename = r.text()
		case "mimeType":
			p.MimeType = r.text()
		case "metadata":
			readMetadata(r, &p.Metadata)
		default:
			r.skip()
		}
	}
	if contents != 1 {
		r.fault("must have exactly one of text, raw, url and data")
	}
}
