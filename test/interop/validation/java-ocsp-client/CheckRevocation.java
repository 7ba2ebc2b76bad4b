import java.io.FileInputStream;
import java.io.InputStream;
import java.net.URI;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateRevokedException;
import java.security.cert.PKIXParameters;
import java.security.cert.PKIXRevocationChecker;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Validates certificates as a program of Java does that checks revocation by OCSP alone: CheckRevocation URL CA CERTIFICATE...
 *
 * <p>It prints a line for each of the files: "good", "revoked" and the reason, or the error.
 */
public class CheckRevocation {
  public static void main(String[] args) throws Exception {
    X509Certificate ca = read(args[1]);
    for (int at = 2; at < args.length; at++) System.out.println(check(args[0], ca, read(args[at])));
  }

  private static String check(String url, X509Certificate ca, X509Certificate certificate) throws Exception {
    CertPathValidator validator = CertPathValidator.getInstance("PKIX");
    PKIXRevocationChecker checker = (PKIXRevocationChecker) validator.getRevocationChecker();
    checker.setOcspResponder(URI.create(url));
    checker.setOptions(EnumSet.of(PKIXRevocationChecker.Option.NO_FALLBACK));
    PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(ca, null)));
    parameters.addCertPathChecker(checker);
    try {
      validator.validate(CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate)), parameters);
      // An answer that could not be had would be here only if it were tolerated.
      return checker.getSoftFailExceptions().isEmpty() ? "good" : "tolerated";
    } catch (CertPathValidatorException error) {
      if (error.getCause() instanceof CertificateRevokedException) {
        return "revoked " + ((CertificateRevokedException) error.getCause()).getRevocationReason();
      }
      return error.toString();
    }
  }

  private static X509Certificate read(String file) throws Exception {
    try (InputStream input = new FileInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(input);
    }
  }
}
