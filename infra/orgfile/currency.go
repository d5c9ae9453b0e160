package orgfile

import (
	"strings"

	"hora/canonical"
)

// currencies are the codes of ISO 4217 that money can be in, as of 2026, and
// UF, the everyday name of CLF. Codes for metals, funds, bond units and tests
// are not among them.
var currencies = strings.Fields(`
	AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD
	CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD
	HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT
	LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD
	OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
	THB TJS TMT TND TOP TRY TTD TWD TZS UAH UF UGX USD UYI UYU UYW UZS VED VES VND VUV WST
	XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`)

// settle names every currency as ISO 4217 does, which is how it is stored.
func (o *Organization) settle() {
	iso(&o.Organization.Currency)
	for _, fee := range []*canonical.Money{o.Organization.Policies.LateFee, o.Organization.Policies.RescheduleFee} {
		if fee != nil {
			iso(&fee.Currency)
		}
	}
	if p := o.Organization.Policies.NoShow; p != nil && p.Fee != nil {
		iso(&p.Fee.Currency)
	}
	for i := range o.Services {
		iso(&o.Services[i].Price.Currency)
	}
	for i := range o.Payments {
		iso(&o.Payments[i].Currency)
	}
}

func iso(code *string) {
	if *code == "UF" {
		*code = "CLF"
	}
}
